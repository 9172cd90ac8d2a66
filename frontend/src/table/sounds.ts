// Five short sounds, made on the spot; silent unless the player asked for them.
import { settings } from "../settings.svelte";

type Sound = "turn" | "place" | "coin" | "flood" | "end";
const NOTES: Record<Sound, [number, number][]> = {
  turn: [
    [660, 0],
    [880, 0.12],
  ],
  place: [[320, 0]],
  coin: [
    [990, 0],
    [1320, 0.07],
  ],
  flood: [
    [180, 0],
    [140, 0.18],
    [110, 0.36],
  ],
  end: [
    [523, 0],
    [659, 0.14],
    [784, 0.28],
  ],
};
let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sounds) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [pitch, after] of NOTES[sound]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = pitch;
    tone.type = "triangle";
    volume.gain.setValueAtTime(0.12, now + after);
    volume.gain.exponentialRampToValueAtTime(0.001, now + after + 0.22);
    tone.connect(volume).connect(context.destination);
    tone.start(now + after);
    tone.stop(now + after + 0.24);
  }
}
