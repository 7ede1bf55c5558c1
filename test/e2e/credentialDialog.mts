import type { Page } from 'playwright-core';
import { z } from 'zod';

const byTestId = (id: string) => `[data-test-id="${id}"]`;
const testAnswer = z.object({ data: z.object({ status: z.enum(['OK', 'Error']), message: z.string() }) });

/** The dialog in which a person makes a credential. */
export class CredentialDialog {
	readonly page: Page;

	private constructor(page: Page) {
		this.page = page;
	}

	/** Opens it for a new credential of a type, named as the list of types shows it. */
	static async openNew(page: Page, n8nUrl: string, type: string): Promise<CredentialDialog> {
		await page.goto(`${n8nUrl}/home/credentials`);
		await page.locator(byTestId('add-resource-credential')).or(page.locator(byTestId('empty-resources-list')).getByRole('button')).first().click();
		await page.locator(byTestId('new-credential-type-select')).locator('input').fill(type);
		await page.locator('.el-select-dropdown__item:visible', { hasText: type }).first().click();
		await page.locator(byTestId('new-credential-type-button')).click();
		await page.locator(byTestId('credential-edit-dialog')).waitFor();
		return new CredentialDialog(page);
	}

	async type(field: string, text: string): Promise<void> {
		await this.page.locator(byTestId(`parameter-input-${field}`)).locator('input, textarea').first().fill(text);
	}

	/** Saves, whereupon n8n tests the credential. @returns what n8n found, and what the dialog says about it */
	async saveAndTest(): Promise<{ status: 'OK' | 'Error'; message: string; shown: string }> {
		const answered = this.page.waitForResponse((response) => response.url().endsWith('/rest/credentials/test'));
		// Until n8n has noticed that something changed, the word "Saved" stands in place of the button.
		await this.page.locator(byTestId('credential-save-button')).getByRole('button').click();
		const { data } = testAnswer.parse(await (await answered).json());
		const dialog = this.page.locator(byTestId('credential-edit-dialog'));
		if (data.status === 'OK') {
			const success = dialog.locator(byTestId('credentials-config-container-test-success'));
			await success.waitFor();
			return { ...data, shown: await success.innerText() };
		}
		// They stay open once they were opened.
		const more = dialog.getByText('More details');
		await more.or(dialog.getByText(data.message)).first().waitFor();
		if (await more.isVisible()) await more.click();
		await dialog.getByText(data.message).first().waitFor();
		return { ...data, shown: await dialog.innerText() };
	}
}
