export { CompareTexts, type CompareHandle } from './compare-texts.tsx';
export { differenceOf, type TextPart } from './text-difference.ts';
