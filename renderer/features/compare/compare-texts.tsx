import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { MergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import './compare.css';

export type CompareHandle = {
  /** The left text as it is now, with what was taken over from the right. */
  left: () => string;
};

type Side = { title: string; text: string };

type CompareTextsProps = {
  left: Side;
  right: Side;
  /** The left may be changed, and passages of the right taken over. */
  editable?: boolean;
  ref?: Ref<CompareHandle>;
};

/** Longest search for the smallest difference, ms; beyond it larger pieces are shown as changed. */
const diffMs = 800;

const sideExtensions = (
  { title }: Side,
  language: string,
  unchanged: string,
  editable: boolean,
): Extension => [
  EditorState.phrases.of({ '$ unchanged lines': unchanged }),
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': title, lang: language }),
  EditorState.readOnly.of(!editable),
  editable ? [history(), keymap.of([...historyKeymap, ...standardKeymap])] : [],
];

/** Two texts side by side, differences washed, equal stretches folded. */
export function CompareTexts({ left, right, editable = false, ref }: CompareTextsProps) {
  const { t } = useWords();
  const host = useRef<HTMLDivElement>(null);
  const merge = useRef<MergeView | null>(null);
  const language = useSession((session) => session.project?.language ?? 'zh-CN');
  const takeOver = t('editor:conflict.take');
  const unchanged = t('editor:conflict.unchanged');
  const { title: leftTitle, text: leftText } = left;
  const { title: rightTitle, text: rightText } = right;
  useImperativeHandle(ref, () => ({
    left: () => merge.current?.a.state.doc.toString() ?? left.text,
  }));
  useEffect(() => {
    if (host.current === null) return undefined;
    const view = new MergeView({
      parent: host.current,
      a: {
        doc: leftText,
        extensions: sideExtensions(
          { title: leftTitle, text: leftText },
          language,
          unchanged,
          editable,
        ),
      },
      b: {
        doc: rightText,
        extensions: sideExtensions(
          { title: rightTitle, text: rightText },
          language,
          unchanged,
          false,
        ),
      },
      collapseUnchanged: { margin: 2, minSize: 6 },
      gutter: false,
      diffConfig: { scanLimit: 2000, timeout: diffMs },
      ...(editable
        ? {
            revertControls: 'b-to-a' as const,
            renderRevertControl: () => {
              const button = document.createElement('button');
              button.type = 'button';
              button.textContent = '←';
              button.ariaLabel = takeOver;
              return button;
            },
          }
        : {}),
    });
    merge.current = view;
    return () => {
      merge.current = null;
      view.destroy();
    };
  }, [leftText, leftTitle, rightText, rightTitle, editable, language, takeOver, unchanged]);
  return (
    <div className="compare">
      <div className="compare-heads">
        <span>{left.title}</span>
        <span>{right.title}</span>
      </div>
      <div className="compare-host" ref={host} />
    </div>
  );
}
