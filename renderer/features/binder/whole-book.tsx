/** The way to what concerns the whole book, below the chapters (W1, W3, W6, W7). */
import {
  CalendarDays,
  ChartNoAxesColumn,
  ChartNoAxesGantt,
  ChevronDown,
  ChevronRight,
  LayoutGrid,
  type LucideIcon,
  Scale,
  UsersRound,
  Waypoints,
} from 'lucide-react';
import { type ReactElement, useSyncExternalStore } from 'react';
import { Button as AriaButton, ToggleButton, Toolbar } from 'react-aria-components';
import {
  type BookView,
  closeBookView,
  openBookView,
  useBookView,
} from '#renderer/app/book-view.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Tooltip } from '#renderer/ui/index.ts';

const entries = [
  { view: 'corkboard', icon: LayoutGrid, title: 'structure:entry' },
  { view: 'codex', icon: UsersRound, title: 'codex:world.entry' },
  { view: 'timeline', icon: ChartNoAxesGantt, title: 'codex:timeline.title' },
  { view: 'threads', icon: Waypoints, title: 'threads:title' },
  { view: 'reports', icon: ChartNoAxesColumn, title: 'reports:title' },
  { view: 'contradictions', icon: Scale, title: 'contradictions:title' },
] as const satisfies readonly { view: BookView; icon: LucideIcon; title: string }[];

/** In a lower window the chapters have the height, until the writer wants it otherwise. */
const tall = '(min-height: 800px)';

const onHeight = (tell: () => void): (() => void) => {
  const query = window.matchMedia(tall);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
};

/** Whether the list is unfolded: as the writer left it, else as there is room. */
function useUnfolded(): boolean {
  const chosen = useLayout((layout) => layout.wholeBookOpen);
  const isTall = useSyncExternalStore(onHeight, () => window.matchMedia(tall).matches);
  return chosen ?? isTall;
}

type LineProps = { label: string; isUnfolded: boolean };

/** Only a sign needs to be told what it is. */
function Told({ label, isUnfolded, children }: LineProps & { children: ReactElement }) {
  if (isUnfolded) return children;
  return (
    <Tooltip text={label} placement="top">
      {children}
    </Tooltip>
  );
}

/** A line with its words; folded, its sign. */
function Sign({ icon: Icon, label, isUnfolded }: LineProps & { icon: LucideIcon }) {
  return isUnfolded ? (
    <span className="ui-row-title">{label}</span>
  ) : (
    <Icon size={16} aria-hidden />
  );
}

const classOf = (isUnfolded: boolean): string =>
  isUnfolded ? 'binder-view-line' : 'ui-icon-button binder-view';

type ViewProps = (typeof entries)[number] & { isUnfolded: boolean };

function ViewButton({ view, icon, title, isUnfolded }: ViewProps) {
  const { t } = useWords();
  const isOpen = useBookView(({ view: shown }) =>
    view === 'corkboard' ? shown === 'corkboard' || shown === 'outline' : shown === view,
  );
  const line = { label: t(title), isUnfolded };
  return (
    <Told {...line}>
      <ToggleButton
        aria-label={line.label}
        className={classOf(isUnfolded)}
        isSelected={isOpen}
        onChange={() => (isOpen ? closeBookView() : openBookView(view))}
      >
        <Sign {...line} icon={icon} />
      </ToggleButton>
    </Told>
  );
}

function DaysButton({ isUnfolded }: { isUnfolded: boolean }) {
  const { t } = useWords();
  const line = { label: t('days:title'), isUnfolded };
  return (
    <Told {...line}>
      <AriaButton
        aria-label={line.label}
        className={classOf(isUnfolded)}
        onPress={() => openDialog('days')}
      >
        <Sign {...line} icon={CalendarDays} />
      </AriaButton>
    </Told>
  );
}

function FoldButton({ isUnfolded }: { isUnfolded: boolean }) {
  const { t } = useWords();
  const { setWholeBookOpen } = useLayout.getState();
  const line = { label: t('binder:wholeBook'), isUnfolded };
  return (
    <Told {...line}>
      <AriaButton
        className="binder-whole-fold"
        aria-label={line.label}
        aria-expanded={isUnfolded}
        onPress={() => setWholeBookOpen(!isUnfolded)}
      >
        {isUnfolded ? (
          <ChevronDown size={13} aria-hidden />
        ) : (
          <ChevronRight size={13} aria-hidden />
        )}
        {isUnfolded && <span>{line.label}</span>}
      </AriaButton>
    </Told>
  );
}

/**
 * Lines with their words; folded, one row of signs, so that chapters and codex have the height. One stop for Tab, the arrows go
 * from one to the next.
 */
export function WholeBook() {
  const { t } = useWords();
  const isUnfolded = useUnfolded();
  return (
    <Toolbar
      className="binder-whole"
      orientation={isUnfolded ? 'vertical' : 'horizontal'}
      aria-label={t('binder:wholeBook')}
    >
      <FoldButton isUnfolded={isUnfolded} />
      {entries.map((entry) => (
        <ViewButton key={entry.view} {...entry} isUnfolded={isUnfolded} />
      ))}
      <DaysButton isUnfolded={isUnfolded} />
    </Toolbar>
  );
}
