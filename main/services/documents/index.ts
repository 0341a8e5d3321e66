export { createDocuments } from './create.ts';
export type { DocumentFolders, DocumentsService } from './service.ts';
