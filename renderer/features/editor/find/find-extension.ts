import { search } from '@codemirror/search';

/**
 * CodeMirror only marks matches while it has a panel of its own; ours is drawn by React above the page, so this
 * one is empty and unseen.
 */
export const findExtension = search({
  top: true,
  createPanel: () => {
    const dom = document.createElement('div');
    dom.className = 'cm-find-anchor';
    return { dom, top: true };
  },
});
