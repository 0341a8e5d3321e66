/** Has the synopsis of one scene made, for the writer to look at: nothing of it is kept unless they take it (W1). */
import { repeatWhileFenced } from '#main/base/failures/repeat-while-fenced.ts';
import { findScene } from '#main/base/prose/find-scene.ts';
import { scenesOf } from '#main/base/prose/scenes.ts';
import { forecastMany, requireAgreement } from '#main/jobs/forecast-many.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { SceneAddress } from '#shared/domain/scene-facts.ts';
import { AppError } from '#shared/errors.ts';
import { askSynopsis } from './ask-synopsis.ts';
import type { SynopsesDependencies } from './dependencies.ts';
import { forecastText } from './plan-requests.ts';
import { readChapter } from './read-chapter.ts';

/** SCENE_NOT_FOUND where the chapter has no such scene by now. */
const sceneIn = (text: string, at: SceneAddress): string => {
  const scene = findScene(scenesOf(text), at);
  if (scene) return text.slice(scene.start, scene.end);
  const { documentId } = at;
  throw new AppError('SCENE_NOT_FOUND', 'The chapter has no such scene now.', { documentId });
};

/** What may be told is read anew for each request: a fence that goes up meanwhile holds. Errors: see the service. */
export const proposeScene = (
  dependencies: SynopsesDependencies,
  { projectId, at, ...agreement }: Parsed<'synopses:scene:propose'>,
  signal: AbortSignal,
): Promise<Output<'synopses:scene:propose'>> => {
  const { models, projects, purse } = dependencies;
  const asker = { model: models.chatModel(), language: projects.languageOf(projectId) };
  return repeatWhileFenced(async () => {
    const ofScene = (text: string): string => sceneIn(text, at);
    const reading = await readChapter(dependencies, projectId, at.documentId, ofScene);
    if (reading.kind === 'keptBack') {
      const { reason } = reading;
      throw new AppError('SYNOPSIS_KEPT_BACK', 'The scene may not be sent.', { reason });
    }
    const { text, redacted, isStillOpen } = reading.chapter;
    const forecasts = forecastText(models, asker, { kind: 'scene', text });
    requireAgreement(forecastMany(purse, forecasts, agreement));
    const request = { projectId, kind: 'scene' as const, text, isStillOpen };
    return { text: await askSynopsis(dependencies, asker, request, signal), redacted };
  });
};
