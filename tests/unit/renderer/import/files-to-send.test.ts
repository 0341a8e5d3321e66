import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filesToSend } from '#renderer/features/import/files-to-send.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

describe('the files that are sent [W10]', () => {
  it('are those that can be read, and the others are named', () => {
    const { sent, leftOut } = filesToSend(
      named(
        '稿/1.md',
        '稿/卷二/2.TXT',
        '稿/片花.mp4',
        '稿/封面.png',
        '稿/.DS_Store',
        '稿/提要.docx',
      ),
    );
    expect(sent).toEqual(named('稿/1.md', '稿/卷二/2.TXT'));
    expect(leftOut).toEqual(['稿/片花.mp4', '稿/封面.png', '稿/提要.docx']);
  });

  it('are all that is read of a Scrivener project and of an unpacked EPUB', () => {
    const project = named('书.scriv/书.scrivx', '书.scriv/Files/Data/A1/content.rtf');
    const book = named('书.epub/mimetype', '书.epub/META-INF/container.xml', '书.epub/a.xhtml');
    for (const files of [project, book]) {
      expect(filesToSend(files)).toEqual({ sent: files, leftOut: [] });
    }
  });

  it('are the one that was chosen alone, whatever it is', () => {
    expect(filesToSend(named('片花.mp4'))).toEqual({ sent: named('片花.mp4'), leftOut: [] });
  });

  it('lose none: each is sent, named or hidden by a system', () => {
    const name = fc.constantFrom('a.md', 'b.txt', 'c.mp4', '.d', 'e/f.rtf', 'e/.g/h.md', 'i');
    fc.assert(
      fc.property(fc.array(name, { minLength: 2, maxLength: 20 }), (names) => {
        const { sent, leftOut } = filesToSend(named(...names));
        const hidden = names.filter((one) => one.includes('.d') || one.includes('.g'));
        expect(sent.length + leftOut.length + hidden.length).toBe(names.length);
      }),
    );
  });
});
