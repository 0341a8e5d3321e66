/** Lets the selected model judge what no exact rule reaches. */
import type { ModelJudge } from '#main/ai/judge/service.ts';
import type { ModelsService } from './service.ts';

const task = [
  'You check a passage of fiction against the rules its writer set, and nothing else. Report only what the',
  'passage itself breaks beyond doubt. Answer with JSON and no other word:',
  '{"checked":["…"],"findings":[{"constraintId":"…","quote":"…","message":"…"}]}',
  'checked: the ids of all rules you have checked the passage against, kept or broken; leave out one you cannot judge.',
  'quote: the words of the passage that break the rule, copied exactly, a sentence at most.',
  'message: one short sentence in the language of the passage. No breach: "findings":[]',
].join('\n');

const answerTokens = 1500;

/** The first JSON object in an answer that may be wrapped in words; undefined when there is none. */
const jsonIn = (text: string): unknown => {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  if (from === -1 || to <= from) return undefined;
  try {
    return JSON.parse(text.slice(from, to + 1));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

/** The chosen model as the judge's help for what no exact rule reaches. */
export const createModelJudge = (models: Pick<ModelsService, 'complete'>): ModelJudge => ({
  async check(text, constraints, signal, { isStillOpen, projectId, agreedTo }) {
    const rules = constraints.map(({ constraintId, text: rule }) => `${constraintId}: ${rule}`);
    const user = `RULES\n${rules.join('\n')}\n\nPASSAGE\n${text}`;
    const { text: answer } = await models.complete(
      {
        purpose: 'judge',
        projectId,
        system: task,
        user,
        maxOutputTokens: answerTokens,
        isStillOpen,
        agreement: { agreedTo },
      },
      signal,
    );
    return jsonIn(answer);
  },
});
