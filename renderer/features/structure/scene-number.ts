import type { DocumentInfo } from '#shared/domain/project.ts';

/** The second scene of chapter seven is 7.2. */
export const sceneNumber = ({ chapter }: DocumentInfo, index: number): string =>
  `${chapter}.${index + 1}`;
