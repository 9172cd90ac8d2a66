"""Wait until what moves has come to rest, for as long as it takes and no longer."""

from playwright.sync_api import Page

# Two frames are drawn and no animation is left that will end by itself.
REST = """() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
  const moving = document.getAnimations().filter(each => each.playState === 'running'
    && each.effect?.getComputedTiming().endTime !== Infinity);
  Promise.allSettled(moving.map(each => each.finished)).then(() => done(true));
})))"""


def come_to_rest(page: Page) -> None:
    """Return when nothing on the page moves any more."""
    page.evaluate(REST)
