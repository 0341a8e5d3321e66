/** Another process that takes a file for itself, `<file>`, says whether it got it, and keeps it until it is ended. */
import { setTimeout as wait } from 'node:timers/promises';
import { holdFile } from '#main/db/exclusive-file.ts';

const [file = ''] = process.argv.slice(2);
let hold = holdFile(file, null);
// The program under test may have it for a moment, as when it looks at what it wrote itself.
for (const end = Date.now() + 20_000; hold === null && Date.now() < end; ) {
  await wait(20);
  hold = holdFile(file, null);
}
process.stdout.write(hold ? 'held\n' : 'refused\n');
process.stdin.on('end', () => hold?.release()).resume();
