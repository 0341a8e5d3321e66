/** Another process that takes a file for itself, `<file>`, says whether it got it, and keeps it until it is ended. */
import { holdFile } from '#main/db/exclusive-file.ts';

const [file = ''] = process.argv.slice(2);
const hold = holdFile(file, null);
process.stdout.write(hold ? 'held\n' : 'refused\n');
process.stdin.on('end', () => hold?.release()).resume();
