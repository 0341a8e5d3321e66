/** Where the words of a message come from. */
import { z } from 'zod';

/** Where the words of a message come from (N3), so that a fence set later holds for them. Keys are those of a view. */
export const Provenance = z.object({
  /** What was read to make it, by key. */
  read: z.array(z.string()),
  /** It was made by what knows no fences and may have read any chapter: a command, a server. */
  unseen: z.boolean(),
  /** It holds nothing but what `read` names: no words of the model that asked for it. */
  exact: z.boolean(),
  /**
   * What was kept back from the request it answers, by key: of that it says nothing. Of the writer's own words: the
   * hidden names in them, which the writer knew to be hidden.
   */
  without: z.array(z.string()),
});
export type Provenance = z.infer<typeof Provenance>;

/** What a tool tells of its result; what it leaves out counts as anything. */
export type ResultProvenance = Partial<Pick<Provenance, 'read' | 'unseen' | 'exact'>> & {
  /** What was closed to a tool that knows no fences when it ran. */
  closed?: readonly string[];
  /** It shows what the conversation kept before, whatever was kept back from the request. */
  fromConversation?: boolean;
};

/** Words of the model: they may hold anything of the request they answer, and of what only that request held. */
export const answerTo = (without: readonly string[], read: readonly string[] = []): Provenance => ({
  read: [...read],
  unseen: false,
  exact: false,
  without: [...without],
});

/** Words of Fabula's own that quote nothing. */
export const ownWordsProvenance: Provenance = { read: [], unseen: false, exact: true, without: [] };

export const resultOf = (
  from: ResultProvenance | undefined,
  without: readonly string[],
): Provenance => ({
  read: [...(from?.read ?? [])],
  unseen: from === undefined || from.unseen === true,
  exact: from?.exact ?? false,
  without: from?.fromConversation ? [] : [...new Set([...without, ...(from?.closed ?? [])])],
});
