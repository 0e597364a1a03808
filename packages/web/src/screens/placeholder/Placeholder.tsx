import { AnchorButton, NonIdealState } from '@blueprintjs/core';
import { ArrowLeft, Build } from '@blueprintjs/icons';
import { useHref } from 'react-router-dom';
import { PageHead } from '../../components/PageHead.tsx';
import { useScreen } from '../../screen.ts';
import { useMessages } from './use-messages.ts';

/** The spec says of these screens that they are under construction. */
export function UnderConstruction() {
  const messages = useMessages();
  return <Notice text={messages.pages.underConstruction(useScreen()?.texts(messages).title ?? '')} />;
}

function Notice({ text }: { text: string }) {
  const { pages } = useMessages();
  const home = useHref('/dashboard');
  return (
    <>
      <PageHead />
      <NonIdealState
        icon={<Build size={40} />}
        description={text}
        action={<AnchorButton href={home} icon={<ArrowLeft />} text={pages.back} />}
      />
    </>
  );
}
