const hertz = 880;
const seconds = 0.25;
const loudness = 0.15;

/** A short tone. A browser without sound, or one that wants a click first, stays silent. */
export const beep = (): void => {
  if (typeof AudioContext === 'undefined') return;
  const context = new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(loudness, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(loudness / 100, context.currentTime + seconds);
  tone.connect(volume).connect(context.destination);
  tone.onended = () => void context.close();
  tone.start();
  tone.stop(context.currentTime + seconds);
};
