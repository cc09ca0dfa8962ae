/** Short sounds, made in the browser: no files are loaded. */
import { sound } from "./settings";

let context: AudioContext | undefined;
let touched = false; // browsers refuse sounds before the first click or key
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (touched = true), { once: true, capture: true });

/** Tones as [frequency in Hz, start in s, length in s]. */
const TONES = {
  card: [[180, 0, 0.05], [90, 0.01, 0.07]],
  trick: [[140, 0, 0.06], [110, 0.07, 0.08]],
  won: [[523, 0, 0.14], [659, 0.1, 0.14], [784, 0.2, 0.25]],
  lost: [[392, 0, 0.16], [330, 0.13, 0.3]],
} as const;

export function play(name: keyof typeof TONES): void {
  if (!sound.value || !touched) return;
  try {
    playTones(name);
  } catch {
    // Browsers without a device or with too many contexts refuse sounds; the game goes on.
  }
}

function playTones(name: keyof typeof TONES): void {
  context ??= new AudioContext();
  for (const [frequency, start, length] of TONES[name]) {
    const begin = context.currentTime + start;
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0.12, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
}
