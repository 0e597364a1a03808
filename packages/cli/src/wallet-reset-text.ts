/** What a reset of the paper wallet does to the operator's figures: asked by the shell and by the terminal UI. */
export const walletResetText = {
  loses: 'Its balances, residual positions and what today has used of the limits are lost.',
  keeps: 'Trades, decisions, settings, a halt and the wallets of other markets stay.',
};
