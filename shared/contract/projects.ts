/** The calls about projects. */
import { z } from 'zod';
import { BookSettingsChange } from '../domain/book-settings.ts';
import { Count, Identifier, Language, Nothing, ProjectScope } from '../domain/identifiers.ts';
import { ProjectInfo, ProjectListItem, ProjectWriter, longestBookName } from '../domain/project.ts';
import { maxListedOutside, OutsideChangeInfo, SyncCounts } from '../domain/records.ts';
import { defineChannel } from './define.ts';

/** `total`: how many wait, of which the last noticed are listed. */
const OutsideChanges = z.object({ items: z.array(OutsideChangeInfo), total: Count });
const FolderPath = z.string().min(1).max(4096);

export const projectsContract = {
  /**
   * Opens a folder of Markdown; it becomes a project if it is none. Never changes a manuscript file.
   * PROJECT_PATH_RELATIVE, PROJECT_FOLDER_TOO_LARGE.
   */
  'projects:open': defineChannel(
    z.object({ path: FolderPath, language: Language.optional() }),
    ProjectInfo,
  ),
  'projects:list': defineChannel(Nothing, z.object({ items: z.array(ProjectListItem) })),
  /** The project as it is now, without touching the disk. PROJECT_CLOSED when it is not open. */
  'projects:get': defineChannel(ProjectScope, ProjectInfo),
  /** Who writes in it now: looks at the lock, not at the folder. PROJECT_CLOSED. */
  'projects:writer': defineChannel(ProjectScope, z.object({ writer: ProjectWriter })),
  /**
   * Writes here from now on, in a project that could only be read because another program wrote in it, which has closed
   * it or ended (F17). Of several that ask at once one gets it; the others, and who asks while another program writes:
   * PROJECT_LOCKED. PROJECT_FOLDER_UNWRITABLE, PROJECT_CLOSED, and what opening throws.
   */
  'projects:takeOver': defineChannel(ProjectScope, ProjectInfo),
  'projects:rename': defineChannel(
    ProjectScope.extend({ name: z.string().trim().min(1).max(200) }),
    ProjectInfo,
  ),
  'projects:update': defineChannel(
    ProjectScope.extend({
      language: Language.optional(),
      pointOfViewEntityId: Identifier.nullable().optional(),
      ...BookSettingsChange.shape,
    }),
    ProjectInfo,
  ),
  'projects:close': defineChannel(ProjectScope, Nothing),
  /** Reads the folder again now: chapters and records. */
  'projects:sync': defineChannel(ProjectScope, SyncCounts),
  /** Records that came changed from outside and that nobody has looked at, the last noticed first. */
  'projects:outside:list': defineChannel(ProjectScope, OutsideChanges),
  /**
   * Leaves a record as it came, puts it back as it was here, or joins both; answers what is left. Of two entries of one
   * name: makes them one, or leaves them two. OUTSIDE_CHANGE_NOT_FOUND, ENTITY_INVALID for two that are too much for one.
   */
  'projects:outside:settle': defineChannel(
    ProjectScope.extend({ changeId: Count, choice: z.enum(['take', 'keep', 'both']) }),
    OutsideChanges,
  ),
  /** The writer has looked at these: nothing of the book changes. Those that need a choice stay; answers what is left. */
  'projects:outside:seen': defineChannel(
    ProjectScope.extend({ changeIds: z.array(Count).max(maxListedOutside) }),
    OutsideChanges,
  ),
  /** Forgets the project and everything Fabula stored about it. The folder stays, chapters and records. */
  'projects:forget': defineChannel(ProjectScope, Nothing),
  /** Makes a new folder with a first chapter in it and opens it. */
  'projects:create': defineChannel(
    z.object({
      name: z.string().trim().min(1).max(longestBookName),
      language: Language,
      parentPath: FolderPath.optional(),
    }),
    ProjectInfo,
  ),
  /** Copies the bundled sample novel to the writer's documents (once), with what its writer planned beside it, and opens the copy. */
  'projects:openSample': defineChannel(z.object({ language: Language }), ProjectInfo),
};
