/** Tells memories, dreams and suppositions from what happens. */
import { indexAt, type AnalyzedText } from '../text/voices.ts';

/** Anywhere in the sentence: it tells of another time, or of a picture, a grave, a tale. */
const hanFrame =
  /想起|想到|记起|记得|忆|回想|那年|那一年|那时|那回|那晚|那夜|当年|当初|当时|从前|以前|早年|往日|往年|去年|前年|小时候|年轻时|生前|活着|在世|死前|临死|临终|梦|照片|相片|画像|遗像|戏里|故事|传说|坟|墓|碑|牌位|灵|魂|鬼|尸|遗|葬|祭|据说|听说|说是|曾|本该|原本|本来|一向|总是|向来|每次|每年|有一回|有一次|有一年|多年|年前|也许|大概|恐怕|幻/u;
/** Before the name: what follows is not told as happening. */
const hanUnreal =
  /如果|要是|假如|倘若|若是|假使|仿佛|好像|像是|好似|像(?:当|从)|如同|似乎|以为|盼着|等着|[说讲](?=\p{Script=Han})(?![完着话过])/u;
/** In a sentence before, of the same paragraph: the memory goes on. */
const hanOpens =
  /想起|记得|记起|回想|回忆|忆起|那年|那一年|当年|从前|小时候|梦里|梦见|梦中|故事里|照片|相片|画像|[他她][说讲](?=\p{Script=Han})(?![完着话过])/u;
const hanCloses = /现在|如今|此刻|眼前|回过神|醒来|醒了|这时/u;

const latinFrame =
  /\b(?:remember\w*|recall\w*|recollect\w*|memor\w+|used to|long ago|in those days|years (?:ago|before|earlier)|as a (?:boy|girl|child)|childhood|when (?:he|she|they|I|it) (?:was|were) (?:alive|young|small|a)|living|before (?:he|she) died|dream\w*|imagin\w+|photographs?|portraits?|pictures?|painting|ghosts?|grave|tomb|coffin|funeral|buried|story|stories|legend|last (?:year|winter|spring|summer|autumn)|perhaps|maybe|might|would have|always|once upon|had once)\b/i;
const latinUnreal =
  /\b(?:if|as if|as though|like|unless|suppose|seemed|wish\w*|hop(?:e|ed|ing)|wait(?:ed|ing)? for|where|that|which|what|how)\b/i;
const latinOpens =
  /\b(?:remember\w*|recall\w*|in those days|years (?:ago|before)|as a (?:boy|girl|child)|dream\w*|in the (?:photograph|portrait|picture|painting|story))\b/i;
const latinCloses = /\b(?:now|today|at this moment|awoke|woke)\b/i;

const sentencesBack = 8;

/**
 * Whether what is told at a place is a memory, a dream, a supposition, a picture: then the dead may act in it.
 * Looks at its sentence and at those before it in the paragraph; in doubt it is one.
 */
export const isFramed = (analyzed: AnalyzedText, at: number): boolean => {
  const { narration, script, sentences, paragraphs } = analyzed;
  const [frame, unreal, opens, closes] =
    script === 'han'
      ? [hanFrame, hanUnreal, hanOpens, hanCloses]
      : [latinFrame, latinUnreal, latinOpens, latinCloses];
  const index = indexAt(sentences, at);
  const sentence = sentences[index];
  if (!sentence) return true;
  if (frame.test(narration.slice(sentence.start, sentence.end))) return true;
  if (unreal.test(narration.slice(sentence.start, at))) return true;
  const paragraphIndex = indexAt(paragraphs, at);
  const paragraph = paragraphs[paragraphIndex];
  const begin = paragraph?.start ?? 0;
  for (let back = index - 1; back >= 0 && index - back <= sentencesBack; back -= 1) {
    const earlier = sentences[back];
    if (!earlier || earlier.end <= begin) break;
    const words = narration.slice(earlier.start, earlier.end);
    if (closes.test(words)) return false;
    if (opens.test(words)) return true;
  }
  return false;
};
