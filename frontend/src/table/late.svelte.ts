// Nothing moves while an answer comes at once: a picture in motion costs a layer and every frame.
const LATE = 400;

/** Say whether something has been waited for so long that the page should show it is alive. */
export function late(waiting: () => boolean): () => boolean {
  let long = $state(false);
  $effect(() => {
    if (!waiting()) return;
    const timer = setTimeout(() => (long = true), LATE);
    return () => {
      clearTimeout(timer);
      long = false;
    };
  });
  return () => long;
}
