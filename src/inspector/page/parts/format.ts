/** The time of day, in UTC as the clock of the sandbox has it. */
export const timeOfDay = (iso: string | null): string => iso?.slice(11, 19) ?? '';

export const dateAndTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

export function seconds(value: number | null): string {
  if (value === null) return '…';
  if (value < 60) return `${Math.round(value * 100) / 100} s`;
  const whole = Math.round(value);
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  return minutes < 60 ? `${minutes} min ${rest} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const milliseconds = (value: number): string =>
  value < 10 ? `${value} ms` : value < 10_000 ? `${Math.round(value)} ms` : `${Math.round(value / 1000)} s`;

/** A number of bytes for people. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The message of something that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
