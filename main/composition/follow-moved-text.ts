/** Whatever names places of chapters follows their text through splits and merges (W1). */
import type { FollowText } from '#main/book/text-move.ts';

type Keepers = {
  documents: { followText(follow: FollowText): void };
  knowledge: { reread(projectId: string): void };
  constraints: { reread(projectId: string): void };
  expectations: { followText: FollowText };
  threads: { followText: FollowText };
  notes: { followText: FollowText };
  sceneFacts: { followText: FollowText };
  origins: { followText: FollowText };
  judge: { followText: FollowText };
  contradictions: { followText: FollowText };
  ai: { followText: FollowText };
};

export const followMovedText = ({
  documents,
  knowledge,
  constraints,
  expectations,
  threads,
  notes,
  sceneFacts,
  origins,
  judge,
  contradictions,
  ai,
}: Keepers): void => {
  documents.followText(expectations.followText);
  documents.followText(threads.followText);
  documents.followText(notes.followText);
  documents.followText(sceneFacts.followText);
  documents.followText(origins.followText);
  documents.followText(judge.followText);
  documents.followText(contradictions.followText);
  documents.followText(ai.followText);
  documents.followText(({ projectId }) => {
    knowledge.reread(projectId);
    constraints.reread(projectId);
  });
};
