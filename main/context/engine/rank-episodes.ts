/** Records of past work as candidates. */
import { aboutClosed } from './about-closed.ts';
import type { AssemblyInput } from './assembly-input.ts';
import type { Candidate } from './candidate.ts';
import type { Exclusion, PointOfView } from './eligibility.ts';
import type { ForbiddenNames } from './forbidden-names.ts';
import type { PromptTemplates } from './prompt-templates.ts';
import { sharedShare, termsOf } from './similarity.ts';

const episodeLimit = 3;
const episodeFloor = 0.12;

/** Records of past work that share words with what is being written. */
export const rankEpisodes = (
  input: AssemblyInput,
  templates: PromptTemplates,
  at: PointOfView,
  forbidden: ForbiddenNames,
): Candidate[] => {
  if (input.episodes.length === 0) return [];
  const focus = termsOf(input.focus);
  const scored = input.episodes
    .map((episode) => ({
      episode,
      score: sharedShare(input.prepare.terms(episode.text), focus),
    }))
    .sort(
      (left, right) => right.score - left.score || left.episode.createdAt - right.episode.createdAt,
    );
  return scored.map(({ episode, score }, index) => {
    const fenced: Exclusion | null = forbidden.mentionedIn(episode.text)
      ? { reason: 'fencedByName' }
      : aboutClosed(episode.documentId, input, at);
    const isWeak = score < episodeFloor || index >= episodeLimit;
    const excluded: Exclusion | null =
      fenced ??
      (input.mute.has(episode.episodeId)
        ? { reason: 'mutedByWriter' }
        : isWeak
          ? { reason: 'lowRelevance' }
          : null);
    return {
      id: episode.episodeId,
      group: 'episodes',
      source: 'episode',
      title: templates.titles.episode,
      body: episode.text,
      reason: 'pastEpisode',
      excluded,
      score,
      revision: '1',
      fence: null,
    };
  });
};
