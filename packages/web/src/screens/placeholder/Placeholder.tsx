import { AnchorButton, NonIdealState } from '@blueprintjs/core';
import { ArrowLeft, Build } from '@blueprintjs/icons';
import { useHref } from 'react-router-dom';
import { PageHead } from '../../components/PageHead.tsx';
import { useMessages } from '../../messages/messages.tsx';

/** The spec says of these three that they are under construction. */
export function UnderConstruction({ name }: { name: 'performance' | 'positions' | 'history' }) {
  const { placeholder } = useMessages();
  return <Notice title={placeholder.title[name]} text={placeholder.underConstruction(placeholder.title[name])} />;
}

type Name = 'docs' | 'api' | 'support' | 'privacy' | 'terms';

/** The little there is to say. */
export function Plain({ name }: { name: Name }) {
  const { placeholder } = useMessages();
  return <Notice title={placeholder.title[name]} text={placeholder[name]} />;
}

function Notice({ title, text }: { title: string; text: string }) {
  const { placeholder } = useMessages();
  const home = useHref('/dashboard');
  return (
    <>
      <PageHead title={title} />
      <NonIdealState
        icon={<Build size={40} />}
        description={text}
        action={<AnchorButton href={home} icon={<ArrowLeft />} text={placeholder.back} />}
      />
    </>
  );
}
