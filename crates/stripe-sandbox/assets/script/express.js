// The express checkout: a button for each wallet, without an iframe. The wallets aren't real: a click pays with a
// test card that succeeds. If the page sets `window.stripeSandbox = { wallets: false }` before it mounts the
// element, the element offers no wallet.

const WALLETS = {
  applePay: { word: 'apple_pay', name: 'Apple Pay', ground: '#000000', ink: '#ffffff' },
  googlePay: { word: 'google_pay', name: 'Google Pay', ground: '#ffffff', ink: '#1f1f1f' },
  link: { word: 'link', name: 'Link', ground: '#00d66f', ink: '#011e0f' },
};
const WALLET_CARD = 'pm_card_visa';

class ExpressElement extends Element {
  mount(where) {
    if (this._destroyed) throw new IntegrationError('This Element has already been destroyed.');
    const parent = typeof where === 'string' ? document.querySelector(where) : where;
    if (!parent) throw new IntegrationError(`The selector you specified (${where}) applies to no DOM element.`);
    this.unmount();
    const offered = window.stripeSandbox?.wallets === false ? [] : Object.entries(WALLETS);
    const shown = offered.filter(([name]) => this._options.paymentMethods?.[name] !== 'never');
    const row = document.createElement('div');
    Object.assign(row.style, { display: 'flex', gap: '8px' });
    for (const [name, wallet] of shown) row.append(this._button(name, wallet));
    this._row = row;
    parent.replaceChildren(row);
    const availablePaymentMethods = shown.length ? Object.fromEntries(shown.map(([name]) => [name, true])) : undefined;
    // Like Stripe, emits the event later, so that the caller can add its listener first.
    setTimeout(() => this._row === row && this._emit('ready', { availablePaymentMethods }));
    return this;
  }

  _button(name, { word, name: label, ground, ink }) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    Object.assign(button.style, {
      flex: '1',
      minWidth: '0',
      height: `${this._options.buttonHeight ?? 44}px`,
      padding: '0 2px',
      whiteSpace: 'nowrap',
      border: '1px solid #747775',
      borderRadius: this._group.options.appearance?.variables?.borderRadius ?? '4px',
      background: ground,
      color: ink,
      font: '600 14px system-ui, sans-serif',
      // Small enough that three buttons fit side by side on a small phone.
      fontSize: 'clamp(11px, 3.6vw, 14px)',
      cursor: 'pointer',
    });
    button.addEventListener('click', () => this._press(word));
    return button;
  }

  _press(expressPaymentType) {
    const confirm = () => {
      this._group.wallet = expressPaymentType;
      const failed = () => {
        this._group.wallet = null;
      };
      this._emit('confirm', { expressPaymentType, billingDetails: {}, paymentFailed: failed });
    };
    if (!this._listeners.get('click')?.size) return confirm();
    this._emit('click', { expressPaymentType, resolve: confirm, reject: () => this._emit('cancel', {}) });
  }

  _restyle() {}

  focus() {
    this._row?.querySelector('button')?.focus();
  }

  blur() {}

  clear() {}

  unmount() {
    this._row?.remove();
    this._row = null;
  }
}
