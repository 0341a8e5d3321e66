/** Names what a text may come from and a fence may close: a chapter, a record, or the names of an entry. */
export const documentKey = (documentId: string): string => `document:${documentId}`;
export const entityKey = (entityId: string): string => `entity:${entityId}`;
export const relationKey = (relationId: string): string => `relation:${relationId}`;
export const constraintKey = (constraintId: string): string => `constraint:${constraintId}`;

export const isDocumentKey = (key: string): boolean => key.startsWith('document:');
export const isRelationKey = (key: string): boolean => key.startsWith('relation:');
export const isNameKey = (key: string): boolean => key.startsWith('name:');

/** The id within a key. */
export const idOfKey = (key: string): string => key.slice(key.indexOf(':') + 1);
