/** Where a window stands, and where it stood last. */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** Device-independent pixels. */
export const Rectangle = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(1).max(100_000),
  height: z.number().int().min(1).max(100_000),
});
export type Rectangle = z.infer<typeof Rectangle>;

const Remembered = Rectangle.extend({ maximized: z.boolean() });
export type RememberedWindow = z.infer<typeof Remembered>;

export const smallestWindow = { width: 900, height: 600 } as const;
const defaultWindow = { width: 1440, height: 900 } as const;

const overlap = (a: Rectangle, b: Rectangle): number => {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
};

const within = (value: number, min: number, max: number): number =>
  Math.max(min, Math.min(value, max));

/**
 * Where the window goes: where it was, moved and shrunk into the display it shares most with, so that a screen
 * that was unplugged takes no window with it. Without a memory it is centred on the first display.
 * @param displays work areas, the primary one first; at least one
 */
export const placeWindow = (
  remembered: Rectangle | null,
  displays: readonly [Rectangle, ...Rectangle[]],
): Rectangle => {
  const [primary] = displays;
  const wished = remembered ?? {
    ...defaultWindow,
    x: primary.x + Math.round((primary.width - defaultWindow.width) / 2),
    y: primary.y + Math.round((primary.height - defaultWindow.height) / 2),
  };
  const display = displays.reduce((best, next) =>
    overlap(wished, next) > overlap(wished, best) ? next : best,
  );
  // On a display smaller than the smallest window the window's upper left corner stays reachable.
  const width = Math.max(smallestWindow.width, Math.min(wished.width, display.width));
  const height = Math.max(smallestWindow.height, Math.min(wished.height, display.height));
  return {
    x: within(wished.x, display.x, Math.max(display.x, display.x + display.width - width)),
    y: within(wished.y, display.y, Math.max(display.y, display.y + display.height - height)),
    width,
    height,
  };
};

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** @returns null when nothing is remembered or it cannot be understood: a window's place is no loss */
export const readWindow = (file: string): RememberedWindow | null => {
  try {
    const read = Remembered.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return read.success ? read.data : null;
  } catch (error) {
    if (error instanceof SyntaxError || isAbsent(error)) return null;
    throw error;
  }
};

/** Small and written while the window closes, hence in one piece and at once. */
export const writeWindow = (file: string, window: RememberedWindow): void => {
  writeFileSync(file, `${JSON.stringify(window)}\n`);
};
