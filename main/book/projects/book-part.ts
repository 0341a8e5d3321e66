/** What is settled of a project, as a part of what travels with the book (B1). */
import { basename } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { EventSink } from '#shared/contract/events.ts';
import type { BookPart, ProjectFields } from '../record-source.ts';
import { findProject, saveProject } from './store.ts';

export const createProjectPart = (parts: {
  database: Database;
  events: EventSink;
}): BookPart<ProjectFields> => ({
  read(projectId) {
    const project = findProject(parts.database, projectId);
    if (!project) return null;
    const { narrativePerson, tense, style, pointOfViewEntityId } = project;
    return {
      name: project.isNameGiven ? project.name : null,
      language: project.isLanguageGiven ? project.language : null,
      ...{ narrativePerson, tense, style, pointOfView: pointOfViewEntityId },
    };
  },
  write(projectId, { name, language, narrativePerson, tense, style, pointOfView }) {
    const project = findProject(parts.database, projectId);
    if (!project) return;
    saveProject(parts.database, {
      ...project,
      name: name ?? (project.isNameGiven ? basename(project.path) : project.name),
      isNameGiven: name !== null,
      language: language ?? project.language,
      isLanguageGiven: language !== null,
      ...{ narrativePerson, tense, style, pointOfViewEntityId: pointOfView },
    });
  },
  tell: (projectId) => parts.events.emit('project:settled', { projectId }),
});
