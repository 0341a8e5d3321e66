export { createDocuments, type DocumentsDependencies } from './create.ts';
export type { DocumentFolders, DocumentsService, DocumentText, FolderRequest } from './service.ts';
