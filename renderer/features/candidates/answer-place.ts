import type { EditorState, Range } from '@codemirror/state';
import { Decoration, WidgetType } from '@codemirror/view';
import type { Passage } from './passages.ts';

type OnHost = (passageId: string, host: HTMLElement | null) => void;

/** The place above a passage that has several answers; the feature fills it. */
export class AnswerPlace extends WidgetType {
  readonly passageId: string;
  readonly onHost: OnHost;

  constructor(passageId: string, onHost: OnHost) {
    super();
    this.passageId = passageId;
    this.onHost = onHost;
  }

  override eq(other: AnswerPlace): boolean {
    return other.passageId === this.passageId;
  }

  override toDOM(): HTMLElement {
    const host = document.createElement('div');
    host.className = 'cm-answers';
    this.onHost(this.passageId, host);
    return host;
  }

  override destroy(): void {
    this.onHost(this.passageId, null);
  }

  override get estimatedHeight(): number {
    return 36;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

/** The rule below such a passage. */
class AnswersEnd extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const rule = document.createElement('div');
    rule.className = 'cm-answers-end';
    return rule;
  }
}

/** Behind all new paragraphs that stand at the same place. */
const last = 1_000_000_000;

/** What brackets the passages of a page that have several answers. */
export const answerPlaces = (
  state: EditorState,
  passages: readonly Passage[],
  onHost: OnHost,
): Range<Decoration>[] =>
  passages.flatMap(({ id, from, to }) => [
    Decoration.widget({ widget: new AnswerPlace(id, onHost), block: true, side: -1 }).range(
      state.doc.lineAt(Math.min(from, state.doc.length)).from,
    ),
    Decoration.widget({ widget: new AnswersEnd(), block: true, side: last }).range(
      state.doc.lineAt(Math.min(to, state.doc.length)).to,
    ),
  ]);
