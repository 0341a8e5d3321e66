import { formatSize } from '#renderer/features/context-files/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { SentenceModelLook } from '#shared/domain/sentence-model.ts';

/** The files of a sentence model, each with its size. */
export function ModelFiles({ files }: Pick<SentenceModelLook, 'files'>) {
  const { language } = useWords();
  const named = files.map(({ name, bytes }) => `${name} (${formatSize(bytes, language)})`);
  return <p>{named.join(language === 'zh-CN' ? '、' : ', ')}</p>;
}
