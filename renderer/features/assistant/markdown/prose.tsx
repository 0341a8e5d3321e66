import { memo, type ReactNode } from 'react';
import { type Block, parseMarkdown } from './blocks.ts';
import type { Inline } from './inline.ts';

function Stretch({ inline }: { inline: Inline }): ReactNode {
  switch (inline.type) {
    case 'text':
      return inline.text;
    case 'code':
      return <code>{inline.text}</code>;
    case 'strong':
      return (
        <strong>
          <Inlines content={inline.content} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines content={inline.content} />
        </em>
      );
    case 'deleted':
      return (
        <s>
          <Inlines content={inline.content} />
        </s>
      );
    // An address a model wrote is shown, not followed.
    case 'link':
      return (
        <>
          <Inlines content={inline.content} /> <code>{inline.address}</code>
        </>
      );
  }
}

function Inlines({ content }: { content: readonly Inline[] }): ReactNode {
  return content.map((inline) => <Stretch key={inline.at} inline={inline} />);
}

function Table({ rows }: { rows: Extract<Block, { type: 'table' }>['rows'] }) {
  const [head, ...body] = rows;
  const cells = (row: (typeof rows)[number], Cell: 'th' | 'td') =>
    row.cells.map((cell, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
      <Cell key={index}>
        <Inlines content={cell} />
      </Cell>
    ));
  return (
    <table>
      <thead>{head !== undefined && <tr>{cells(head, 'th')}</tr>}</thead>
      <tbody>
        {body.map((row) => (
          <tr key={row.at}>{cells(row, 'td')}</tr>
        ))}
      </tbody>
    </table>
  );
}

function List({ start, items }: Omit<Extract<Block, { type: 'list' }>, 'type' | 'at'>) {
  const entries = items.map((item) => (
    <li key={item.at}>
      <Blocks blocks={item.blocks} />
    </li>
  ));
  return start === null ? <ul>{entries}</ul> : <ol start={start}>{entries}</ol>;
}

function Part({ block }: { block: Block }): ReactNode {
  switch (block.type) {
    case 'paragraph':
      return (
        <p>
          <Inlines content={block.content} />
        </p>
      );
    // Headings of an answer are no headings of the page.
    case 'heading':
      return (
        <p className="prose-heading" data-level={Math.min(block.level, 3)}>
          <Inlines content={block.content} />
        </p>
      );
    case 'list':
      return <List start={block.start} items={block.items} />;
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      );
    case 'table':
      return <Table rows={block.rows} />;
    case 'code':
      return <pre className="prose-code">{block.text}</pre>;
    case 'rule':
      return <hr />;
  }
}

function Blocks({ blocks }: { blocks: readonly Block[] }): ReactNode {
  return blocks.map((block) => <Part key={block.at} block={block} />);
}

/** What a model wrote, as prose: elements are made of the text's parts, its HTML stays text. */
export const Prose = memo(function Prose({ text, lang }: { text: string; lang?: string }) {
  return (
    <div className="prose" lang={lang}>
      <Blocks blocks={parseMarkdown(text)} />
    </div>
  );
});
