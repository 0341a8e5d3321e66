/** What others may ask of what the writer decided of scenes. */
import type { FollowedMarks } from '../locate-marked.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { Scene } from '#shared/domain/scene.ts';
import type { SceneFacts } from '#shared/domain/scene-facts.ts';
import type { RecordSource, SceneFields, SceneMarks } from '../record-source.ts';
import type { FollowText } from '../text-move.ts';

/** As it is kept: the scene is known by its first paragraph and its last. */
export type StoredSceneFacts = Pick<
  SceneFacts,
  'sceneId' | 'status' | 'synopsis' | 'pointOfViewEntityId' | 'wordGoal'
> & { places: SceneMarks; version: number; createdAt: number; updatedAt: number };

/** A chapter of whose scenes something was decided, as one text of it has them. */
export type ScenesWithFacts = {
  version: string;
  scenes: Scene[];
  /** Those whose scene is not to be told now: they are not guessed, and not lost. */
  withoutPlace: SceneFacts[];
};

export type SceneFactsService = {
  /** For the records of the book's folder. */
  records: RecordSource<SceneFields>;
  marks: FollowedMarks;
  /** Chapters that have such scenes, or this one if it has; those that cannot be read now are left out. PROJECT_CLOSED. */
  look(projectId: string, documentId?: string): Promise<ReadonlyMap<string, ScenesWithFacts>>;
  /** SCENE_NOT_FOUND, SCENE_TAKEN, SCENE_LIMIT, and the errors of reading a chapter. */
  update(input: Parsed<'manuscript:scenes:update'>): Promise<Output<'manuscript:scenes:update'>>;
  /** As they are kept, whether or not their scene is found. */
  listStored(projectId: string): readonly StoredSceneFacts[];
  /** Null where it is not there, or deleted. */
  findStored(projectId: string, sceneId: string): StoredSceneFacts | null;
  /** Its synopsis alone; where the scene stands is not looked for. SCENE_NOT_FOUND, SCENE_CONFLICT. */
  reword(
    projectId: string,
    wording: Pick<SceneFacts, 'sceneId' | 'synopsis'> & { expectedVersion: number },
  ): void;
  followText: FollowText;
  forgetProject(projectId: string): void;
  /** Ends what waits to be looked at. */
  close(): void;
};
