import { type ClientState, type Command, isLasting } from '@triquad/core';
import { useEffect } from 'react';
import { useClientState, useWatch } from '../../client-context.tsx';
import { Skeleton } from '../../elements/Skeleton.tsx';
import { useCommand } from '../use-command.ts';
import { ChangeNotice } from './ChangeNotice.tsx';
import { MarketChooser } from './MarketChooser.tsx';
import styles from './market.module.css';
import { useMessages } from './use-messages.ts';

const selectMarket = (state: ClientState) => state.loaded.market;
const height = 520;
// The market itself does not matter to the permission.
const anyChoice: Command = { type: 'ChooseMarket', wanted: { source: 'simulated', preset: 'practice' } };

/** The one question of a bot that watches nothing yet. */
export function FirstRun() {
  const { app, market: text } = useMessages();
  useWatch('market');
  const market = useClientState(selectMarket);
  const mayChange = !isLasting(useCommand(anyChoice).obstacle);
  useEffect(() => {
    document.title = `${text.title} · ${app.name}`;
  }, [text, app]);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{text.title}</h1>
        <span className="muted">{text.hint}</span>
      </div>
      {market === null ? (
        <Skeleton height={height} />
      ) : (
        <>
          <ChangeNotice market={market} />
          <MarketChooser market={market} mayChange={mayChange} />
        </>
      )}
      <div className={`${styles.bottom} muted`}>
        <span>{text.later}</span>
        <span>
          {text.terminal} <code>triquad serve --market exchange:binance</code>
        </span>
      </div>
    </div>
  );
}
