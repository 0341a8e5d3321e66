/** What others may ask of projects. */
import type { Input, Output, Parsed } from '#shared/contract/index.ts';
import type { BookSettings } from '#shared/domain/book-settings.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { ProjectInfo, ProjectListItem, ProjectWriter } from '#shared/domain/project.ts';

export type ProjectsService = {
  /** PROJECT_PATH_RELATIVE, PROJECT_FOLDER_MISSING, PROJECT_FOLDER_TOO_LARGE, and the reason of the signal. */
  open(input: Parsed<'projects:open'>, signal?: AbortSignal): Promise<ProjectInfo>;
  list(): Promise<ProjectListItem[]>;
  /** PROJECT_NOT_FOUND when unknown, PROJECT_CLOSED when known and not open. */
  get(projectId: string): ProjectInfo;
  /** The book's. Errors as `get`. */
  languageOf(projectId: string): Language;
  /** Without a look at its folder. Errors as `get`. */
  writer(projectId: string): Promise<ProjectWriter>;
  /** Stays open while it changes hands. PROJECT_LOCKED, PROJECT_FOLDER_UNWRITABLE, errors as `get` and `open`. */
  takeOver(projectId: string): Promise<ProjectInfo>;
  /** Of a project that is known, open or not. PROJECT_NOT_FOUND. */
  locate(projectId: string): {
    root: string;
    name: string;
    language: Language;
    /** When it was first opened, ms. */
    createdAt: number;
  };
  /** What every request needs of an open project, without its chapters. Errors as `get`. */
  projectContext(
    projectId: string,
  ): Pick<ProjectInfo, 'language' | 'pointOfViewEntityId'> & BookSettings;
  rename(projectId: string, name: string): Promise<ProjectInfo>;
  update(input: Parsed<'projects:update'>): Promise<ProjectInfo>;
  close(projectId: string): Promise<void>;
  /**
   * Closes the project and keeps everybody else out of its folder while `work` runs. PROJECT_LOCKED while another
   * program has it open.
   */
  holdAlone(projectId: string, work: () => Promise<void>): Promise<void>;
  /** Deletes what is known of the project; the folder stays. */
  forgetProject(projectId: string): void;
  create(input: Input<'projects:create'>): Promise<ProjectInfo>;
  /** Copies the sample once, and opens the copy; a new one gets what comes with the sample. */
  openSample(language: Language): Promise<Output<'projects:openSample'>>;
  closeAll(): Promise<void>;
};
