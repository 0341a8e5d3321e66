import { Paperclip, Square } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useKeptForms } from '#renderer/app/kept-forms.ts';
import { useSession } from '#renderer/app/session.ts';
import { formatSize } from '#renderer/features/context-files/index.ts';
import { PurseAhead } from '#renderer/features/purse/index.ts';
import { useSkills } from '#renderer/features/write/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { CommandKeys } from '#renderer/app/command-keys.tsx';
import { Button, FailureBlock, IconButton, Kbd, TextArea } from '#renderer/ui/index.ts';
import { matches } from '#renderer/ui/keys.ts';
import { ChipList } from '#renderer/ui/chip-list.tsx';
import { isAnswering, useAssistant } from '../store.ts';
import { carryOut } from './carry-out.ts';
import { forecastWords } from './forecast-words.ts';
import { draftKeyOf, emptyDraft, maxAttachments, useComposer } from './store.ts';
import { optionId, Suggestions } from './suggestions.tsx';
import { useCompletion } from './use-completion.ts';

/** Kinds of files that are text; anything else can be dropped and is looked at. */
const textKinds = '.txt,.md,.markdown,.csv,.tsv,.json,.yaml,.yml,.xml,.html,.log,text/*';
/** Rest before it is asked what sending would take, ms. */
const rest = 400;

const useDraft = () => {
  const key = useAssistant(draftKeyOf);
  return useComposer((state) => state.drafts.get(key) ?? emptyDraft);
};

/** Why something could not be done in this conversation; null where nothing is wrong. */
const useFailure = (): unknown => {
  const key = useAssistant(draftKeyOf);
  return useComposer(({ failure }) => (failure?.key === key ? failure.error : null));
};

/** What was being said in this conversation stands in the field again. */
function useKeptMessage(): void {
  const key = useAssistant(draftKeyOf);
  const projectId = useAssistant((state) => state.projectId);
  const isKnown = useAssistant(
    ({ conversationId, info, conversations }) =>
      conversations !== null && (conversationId === null || info !== null),
  );
  const isRead = useKeptForms((state) => state.projectId !== null && state.projectId === projectId);
  useEffect(() => {
    if (isKnown && isRead) useComposer.getState().takeUp(key);
  }, [key, isKnown, isRead]);
}

/** Asks what sending would take, a moment after the last key. */
function useForecasting(text: string, files: number): void {
  const documentId = useSession((session) => session.documentId);
  const answering = useAssistant(isAnswering);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chapter or file is another forecast
  useEffect(() => {
    if (answering || text.trim() === '' || text.startsWith('/')) {
      useComposer.setState({ forecast: null });
      return undefined;
    }
    const own = new AbortController();
    const timer = setTimeout(() => void useComposer.getState().predict(own.signal), rest);
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [text, files, documentId, answering]);
}

function Attachments({ focusField }: { focusField: () => void }) {
  const { t, language } = useWords();
  const { attachments } = useDraft();
  const key = useAssistant(draftKeyOf);
  const notTaken = useComposer((state) => (state.notTaken?.key === key ? state.notTaken : null));
  const { noText = [], tooMany = [] } = notTaken ?? {};
  const lost = useComposer((state) => (state.lost?.key === key ? state.lost.names : null));
  const { detach } = useComposer.getState();
  return (
    <>
      <div className="chat-attachments">
        <ChipList
          chips={attachments.map(({ id, name, byteSize }) => ({
            id,
            text: `${name} · ${formatSize(byteSize, language)}`,
            removeLabel: t('assistant:attach.remove', { name }),
          }))}
          onRemove={(id) => void detach(id)}
          focusField={focusField}
        />
      </div>
      {lost !== null && (
        <p className="ui-quiet" role="status">
          {t('assistant:attach.lost', { names: lost.join(t('assistant:attach.comma')) })}
        </p>
      )}
      {tooMany.length > 0 && (
        <p className="ui-field-error" role="alert">
          {t('assistant:attach.leftOut', {
            max: maxAttachments,
            names: tooMany.join(t('assistant:attach.comma')),
          })}
        </p>
      )}
      {noText.length > 0 && (
        <p className="ui-field-error" role="alert">
          {t('assistant:attach.refused', { names: noText.join(t('assistant:attach.comma')) })}
        </p>
      )}
    </>
  );
}

function Forecast() {
  const { t, language } = useWords();
  const forecast = useComposer((state) => state.forecast);
  const words = forecast === null ? [] : forecastWords(t, language, forecast);
  return <span className="ui-quiet chat-forecast">{words.join(' · ')}</span>;
}

/** That what is being said would be refused by a cap, and by how much, before it is sent (N12). */
function Ahead() {
  const forecast = useComposer((state) => state.forecast);
  const inputTokens = forecast?.inputTokens;
  return <PurseAhead request={inputTokens === undefined ? null : { inputTokens }} />;
}

function Attach() {
  const { t } = useWords();
  const attaching = useComposer((state) => state.attaching);
  const { attach } = useComposer.getState();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon={Paperclip}
        label={t('assistant:attach.action')}
        placement="top"
        isDisabled={attaching}
        onPress={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={textKinds}
        aria-label={t('assistant:attach.action')}
        onChange={(event) => {
          void attach([...(event.currentTarget.files ?? [])]);
          // The same file may be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

function useDrop() {
  const [isOver, setIsOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setIsOver(false);
        void useComposer.getState().attach([...event.dataTransfer.files]);
      },
    },
  };
}

/** The foot of the chat: what to say, with files, and what it would take. Ctrl Enter sends, Enter is a new line. */
export function Composer() {
  const { t } = useWords();
  const { text, attachments } = useDraft();
  const answering = useAssistant(isAnswering);
  const sending = useComposer((state) => state.sending);
  const failure = useFailure();
  const wanted = useComposer((state) => state.focusSerial);
  const skills = useSkills();
  const { setText } = useComposer.getState();
  const { stop } = useAssistant.getState();
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const completion = useCompletion(text, field);
  const { isOver, handlers } = useDrop();
  useKeptMessage();
  useForecasting(text, attachments.length);
  useEffect(() => {
    if (wanted > 0) field.current?.focus();
  }, [wanted]);
  const blocked = answering || sending || text.trim() === '';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.target === field.current && completion.onKey(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (!matches('Mod+Enter', event.nativeEvent, navigator.platform)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!blocked) void carryOut(t, skills);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside, and files dropped on it
    <footer
      className="chat-composer"
      data-over={isOver}
      data-escape={completion.isOpen ? '' : undefined}
      onKeyDown={onKeyDown}
      {...handlers}
    >
      {failure !== null && <FailureBlock error={failure} />}
      <Attachments focusField={() => field.current?.focus()} />
      {completion.isOpen && (
        <Suggestions
          id={list}
          suggestions={completion.suggestions}
          chosen={completion.chosen}
          onChoose={completion.choose}
        />
      )}
      <TextArea
        label={t('assistant:ask.label')}
        hideLabel
        placeholder={t(isOver ? 'assistant:attach.drop' : 'assistant:ask.placeholder')}
        rows={3}
        areaRef={field}
        value={text}
        onChange={(words) => {
          setText(words);
          completion.follow();
        }}
        onSelect={completion.follow}
        aria-autocomplete="list"
        {...(completion.isOpen
          ? { 'aria-controls': list, 'aria-activedescendant': optionId(list, completion.chosen) }
          : {})}
      />
      <Ahead />
      <div className="write-line">
        <Attach />
        <Forecast />
        {answering ? (
          <Button onPress={() => void stop()}>
            <Square size={11} aria-hidden fill="currentColor" />
            {t('assistant:stop')} <CommandKeys id="assistant.stop" />
          </Button>
        ) : (
          <Button isDisabled={blocked} onPress={() => void carryOut(t, skills)}>
            {t('assistant:ask.send')} <Kbd shortcut="Mod+Enter" />
          </Button>
        )}
      </div>
    </footer>
  );
}
