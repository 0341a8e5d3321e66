import type { LockInAim } from '#renderer/app/lock-in.ts';

/** More is not written in one sitting, and a slip of the key is not to hold anybody for a month. */
export const maxAmount: Readonly<Record<LockInAim['kind'], number>> = {
  words: 20_000,
  minutes: 600,
};

/** Null for what is no whole number from 1 to the most one may lock oneself in for. Commas and spaces may part digits. */
export function readAmount(kind: LockInAim['kind'], text: string): number | null {
  const digits = text.normalize('NFKC').replace(/[,\s]/g, '');
  const amount = /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
  return amount >= 1 && amount <= maxAmount[kind] ? amount : null;
}
