import { historyKeymap, selectAll, standardKeymap, undoDepth } from '@codemirror/commands';
import {
  Compartment,
  EditorState,
  type Extension,
  Prec,
  StateField,
  type Transaction,
} from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, placeholder } from '@codemirror/view';
import { type TakesBack, takesBackMark } from '#renderer/app/use-take-back.ts';
import { candidateMarks } from '#renderer/features/candidates/index.ts';
import { nameHover } from '#renderer/features/codex/index.ts';
import { findingMarks } from '#renderer/features/findings/index.ts';
import { noteMarks } from '#renderer/features/notes/index.ts';
import { originTint } from '#renderer/features/origins/index.ts';
import { selectionWatch } from '#renderer/features/selection/index.ts';
import { misspeltMarks } from '#renderer/features/spelling/index.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { findExtension } from './find/find-extension.ts';
import { pageMargin } from './margin.ts';
import { composedField } from './only-forward.ts';
import { pageUndo } from './page-undo.ts';
import { caretLayer } from './prose/caret-layer.ts';
import { caretBlink } from './prose/caret-blink.ts';
import { caretParagraph } from './prose/caret-paragraph.ts';
import { caretKeptOnFocus, focusNotTakenBack } from './prose/caret-on-focus.ts';
import { caretOutsideGaps } from './prose/caret.ts';
import { proseDecorations } from './prose/decorations.ts';
import { paragraphKeys } from './prose/paragraph-keys.ts';
import { copiedParagraphs, pasteParagraphs } from './prose/paste.ts';
import { followCaret } from './prose/typewriter.ts';
import { selectionTint } from './prose/selection-tint.ts';
import { pageTitle, titleBlock } from './prose/title-block.ts';
import { droppedBehindMarks, keptTitleMarks } from './prose/title-marks.ts';
import { paragraphStyleField } from './prose/style-field.ts';
import { forgetScrollOfAnother } from './scroll-of-another.ts';
import { acceptedWords } from './words-written.ts';

/** `badByte`: what a byte that belongs to no character is called; `$` stands for the byte. */
export type PageWords = {
  label: string;
  placeholder: string;
  badByte: string;
  /** By CodeMirror's own words. */
  said: Readonly<Record<string, string>>;
};

export type PageOptions = {
  language: Language;
  readOnly: boolean;
  /** As the binder shows it. */
  title: string;
  words: PageWords;
  /** The caret's line stays in the middle of the page. */
  typewriter: boolean;
  /** The paragraph of the caret is told from the others. */
  dimOthers: boolean;
};

/** What may change while a chapter is open: language, names, read-only. */
export const pageOptions = new Compartment();

/** A character that stands for a byte of a torn file, and shows as one; saving gives the byte back. */
const badBytes = (words: string): Extension =>
  highlightSpecialChars({
    specialChars: /[\u{10f780}-\u{10f7ff}]/gu,
    render: (code) => {
      const mark = document.createElement('span');
      mark.className = 'page-bad-byte';
      mark.textContent = '�';
      mark.title = words.replace('$', (code - 0x10f700).toString(16).toUpperCase());
      mark.ariaLabel = mark.title;
      return mark;
    },
  });

export const optionsExtension = (options: PageOptions): Extension => {
  const { language, readOnly, title, words, typewriter, dimOthers } = options;
  return [
    followCaret(typewriter),
    dimOthers ? caretParagraph : [],
    EditorState.readOnly.of(readOnly),
    pageTitle.of(title),
    placeholder(words.placeholder),
    badBytes(words.badByte),
    EditorState.phrases.of(words.said),
    EditorView.contentAttributes.of({
      lang: language,
      tabindex: '0',
      'aria-label': words.label,
      // The page underlines misspelt words itself, alike in the window and in every browser.
      spellcheck: 'false',
      autocorrect: 'off',
      autocapitalize: 'off',
      translate: 'no',
    }),
  ];
};

const nonce = () =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** What was accepted, or merged into what is typed, is the page's own to undo. */
export const isFromElsewhere = (transaction: Transaction): boolean =>
  transaction.isUserEvent('outside') && transaction.annotation(acceptedWords) === undefined;

/** Whether what was written last came from elsewhere: from a step of the whole book, for one. */
const isNewestFromElsewhere = StateField.define<boolean>({
  create: () => false,
  update: (before, transaction) => (transaction.docChanged ? isFromElsewhere(transaction) : before),
});

const takesBack = (state: EditorState): TakesBack => {
  if (undoDepth(state) === 0) return 'step';
  return state.field(isNewestFromElsewhere) ? 'newest' : 'own';
};

/** Ctrl Z means a notice's step where the text has none of its own, as a chapter that was just made by a split, or none that is newer. */
const keysTakeBack: Extension = [
  isNewestFromElsewhere,
  EditorView.contentAttributes.of(({ state }) => ({ [takesBackMark]: takesBack(state) })),
];

/**
 * A browser takes the undo of a button, or of a field with nothing of its own to take back, to the text that was changed
 * last, even behind a dialog.
 */
const undoOnlyWithFocus = Prec.high(
  EditorView.domEventHandlers({
    beforeinput: ({ inputType }, view) =>
      // Of the window itself nothing is asked: its menu takes the keys from it for a moment.
      view.root.activeElement !== view.contentDOM &&
      (inputType === 'historyUndo' || inputType === 'historyRedo'),
  }),
);

/** Everything a chapter's state is made with. Undo history is part of the state, so it survives switching chapters. */
export const chapterExtensions = (options: PageOptions, listener: Extension): Extension => [
  EditorView.cspNonce.of(nonce()),
  pageUndo,
  undoOnlyWithFocus,
  keysTakeBack,
  forgetScrollOfAnother,
  caretKeptOnFocus,
  focusNotTakenBack,
  caretLayer,
  caretBlink,
  selectionTint,
  EditorView.lineWrapping,
  paragraphStyleField,
  caretOutsideGaps,
  keptTitleMarks,
  droppedBehindMarks,
  proseDecorations,
  titleBlock,
  copiedParagraphs,
  pasteParagraphs,
  misspeltMarks,
  noteMarks,
  findingMarks,
  candidateMarks,
  originTint,
  selectionWatch,
  nameHover,
  composedField,
  pageMargin,
  findExtension,
  keymap.of([...paragraphKeys, ...historyKeymap, ...standardKeymap]),
  pageOptions.of(optionsExtension(options)),
  listener,
];

type Reading = { language: Language; title: string; label: string; badByte: string };

/** A chapter that is only read: the page's typography, and nothing that would change the text or follow a caret. */
export const readingExtensions = ({ language, title, label, badByte }: Reading): Extension => [
  EditorView.cspNonce.of(nonce()),
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.lineWrapping,
  // The browser would take the whole window, and of the chapter what is drawn.
  keymap.of([{ key: 'Mod-a', run: selectAll }]),
  paragraphStyleField,
  copiedParagraphs,
  proseDecorations,
  titleBlock,
  pageTitle.of(title),
  badBytes(badByte),
  EditorView.contentAttributes.of({
    lang: language,
    tabindex: '0',
    'aria-label': label,
    'aria-readonly': 'true',
    translate: 'no',
  }),
];
