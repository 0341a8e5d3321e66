/** How the text is set: face, size, length and distance of its lines, what is dimmed (W5). */
import { useEffect } from 'react';
import { usePreferences } from '#renderer/app/preferences.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import type { PageController } from './page-controller.ts';

/** What goes on the element around the text. */
export function usePageLook(controller: Pick<PageController, 'view'>, language: Language) {
  const editor = usePreferences(({ settings }) => settings.editor);
  const { fontSize, firstLineIndent, measure, spacing, typewriter, dimOthers } = editor;
  const font = language === 'en' ? editor.fontEn : editor.fontZh;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them makes lines of another height
  useEffect(() => {
    controller.view()?.requestMeasure();
  }, [controller, font, fontSize, firstLineIndent, measure, spacing]);
  return {
    'data-indent': firstLineIndent,
    'data-measure': measure,
    'data-spacing': spacing,
    'data-typewriter': typewriter,
    'data-dim': dimOthers,
    style: {
      '--page-size': `${fontSize}px`,
      ...(font === '' ? {} : { '--page-font': JSON.stringify(font) }),
    },
  };
}
