/** What was decided, known and learned of a book: a source that fails is left out with a warning (S3-31). */
import type { AssemblyInput } from './assembly-input.ts';
import type { Sources } from './sources.ts';
import type { GatherNotices } from './gather-notices.ts';
import type { FocusPlace } from './mentions.ts';
import { validConstraints, validEntities, validEpisodes, validRules } from './validate.ts';

const episodeLimit = 50;

type SourceInput = Pick<
  AssemblyInput,
  | 'constraints'
  | 'entities'
  | 'relations'
  | 'mentions'
  | 'findNames'
  | 'names'
  | 'rules'
  | 'episodes'
  | 'notes'
>;

const readConstraints = ({ constraints }: Sources, projectId: string, notices: GatherNotices) =>
  notices.readOr('CONSTRAINTS_UNAVAILABLE', { constraints: [] }, () => {
    const refuse = notices.refuse('constraint');
    refuse(constraints.malformed(projectId));
    return { constraints: validConstraints(constraints.list(projectId), refuse) };
  });

type KnownNames = Pick<AssemblyInput, 'entities' | 'findNames' | 'names'>;
type Knowledge = KnownNames & Pick<AssemblyInput, 'relations' | 'mentions'>;

/** Where the codex cannot be read any text may mention what it hides (B2). */
const noNames: KnownNames = { entities: [], findNames: () => [], names: null };

const namesNow = ({ knowledge }: Pick<Sources, 'knowledge'>, projectId: string) => {
  const names = knowledge.matcher(projectId);
  const entities = knowledge.listEntities(projectId);
  return { names, entities, findNames: (searched: string) => names.find(searched) };
};

/** The names of the codex as they are now: which passages may be asked for. */
export const readNames = (
  sources: Pick<Sources, 'knowledge'>,
  projectId: string,
  notices: GatherNotices,
): KnownNames => notices.readOr('KG_UNAVAILABLE', noNames, () => namesNow(sources, projectId));

const readKnowledge = (
  sources: Sources,
  projectId: string,
  place: FocusPlace,
  notices: GatherNotices,
): Knowledge => {
  const { knowledge, findMentions } = sources;
  const nothing: Knowledge = { ...noNames, relations: [], mentions: [] };
  return notices.readOr('KG_UNAVAILABLE', nothing, () => {
    const known = namesNow(sources, projectId);
    return {
      ...known,
      entities: validEntities(known.entities, notices.refuse('entity')),
      relations: notices.readOr('KG_UNAVAILABLE', [], () => {
        const damaged = knowledge.malformed(projectId);
        notices.refuse('entity')(damaged.entities);
        notices.refuse('relation')(damaged.relations);
        return knowledge.listRelations(projectId);
      }),
      mentions: findMentions(known.names, place),
    };
  });
};

const readMemory = (
  { memory }: Sources,
  projectId: string,
  notices: GatherNotices,
): Pick<SourceInput, 'rules' | 'episodes' | 'notes'> =>
  notices.readOr('MEMORY_UNAVAILABLE', { rules: [], episodes: [], notes: [] }, () => {
    const damaged = memory.malformed(projectId);
    notices.refuse('rule')(damaged.rules);
    notices.refuse('episode')(damaged.episodes);
    const episodes = memory.listEpisodes(projectId, episodeLimit);
    return {
      rules: validRules(memory.listRules(projectId), notices.refuse('rule')),
      episodes: validEpisodes(episodes, notices.refuse('episode')),
      notes: memory.listWorkingNotes(projectId),
    };
  });

export const readSources = (
  sources: Sources,
  projectId: string,
  place: FocusPlace,
  notices: GatherNotices,
): SourceInput => ({
  ...readConstraints(sources, projectId, notices),
  ...readKnowledge(sources, projectId, place, notices),
  ...readMemory(sources, projectId, notices),
});
