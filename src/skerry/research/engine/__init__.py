"""The compiled part: observations, masks, and many games stepped in one call."""
