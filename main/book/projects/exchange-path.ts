/** The file whose holder exchanges a book's records. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

/** By the project, not by its folder: what both sides agreed on is the project's, wherever its folder is (B1). */
export const exchangePath = (data: string, projectId: string): string =>
  join(data, 'exchanges', createHash('sha256').update(projectId).digest('hex').slice(0, 32));
