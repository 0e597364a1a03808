/** Effect of a paper wallet reset on the operator's figures: shown by the shell and by the terminal UI. */
export const walletResetText = {
  loses: 'Its balances, residual positions and what today has used of the limits are lost.',
  keeps: 'Trades, decisions, settings, a halt and the wallets of other markets stay.',
};
