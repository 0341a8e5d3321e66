export { createDocuments } from './with-drafts.ts';
export { decodeText } from './decode-text.ts';
export { orderNames } from './natural-order.ts';
export { listReadings, readText } from './text-readings.ts';
export { fileTools } from './file-tools.ts';
export type { DocumentFolders, DocumentsService } from './service.ts';
