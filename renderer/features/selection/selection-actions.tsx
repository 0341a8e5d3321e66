import { PageMenu } from './page-menu.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useSelectionCommands } from './selection-commands.ts';
import './selection.css';

/** What stands at hand beside the text of the page. Mounted once, by the page. */
export function SelectionActions() {
  useSelectionCommands();
  return (
    <>
      <SelectionBar />
      <PageMenu />
    </>
  );
}
