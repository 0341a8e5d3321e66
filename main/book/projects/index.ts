export { createProjectPart } from './book-part.ts';
export { createProjects } from './create-projects.ts';
export { bookNames } from './store.ts';
export { writeProjectFile } from './project-file.ts';
export type { SampleParts } from './open-sample.ts';
export type { Seed } from './seed.ts';
