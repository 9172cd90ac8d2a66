// Nothing moves while an answer comes at once: a picture in motion costs a layer and every frame.
const SLOW_AFTER = 400; // milliseconds

/** Whether the page has waited so long that it should show it is alive. */
export function slow(waiting: () => boolean): () => boolean {
  let isSlow = $state(false);
  $effect(() => {
    if (!waiting()) return;
    const timer = setTimeout(() => (isSlow = true), SLOW_AFTER);
    return () => {
      clearTimeout(timer);
      isSlow = false;
    };
  });
  return () => isSlow;
}
