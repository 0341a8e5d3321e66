import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/**
 * Passes on what a program complains about, but not what would bury the report of `npm start`:
 * warnings that stand in Fabula's log file, and Chromium's remarks on the machine.
 */
export function relayComplaints(from: Readable, to: NodeJS.WritableStream): void {
  createInterface(from).on('line', (line) => {
    if (!isNoise(line)) to.write(`${line}\n`);
  });
}

export function isNoise(line: string): boolean {
  const warningInLog = /^\{"time":"[^"]*","level":"warn"/;
  const chromiumRemark = /^\[\d+:\d{4}\/\d{6}\.\d+:(?:ERROR|WARNING|INFO):/;
  return warningInLog.test(line) || chromiumRemark.test(line);
}
